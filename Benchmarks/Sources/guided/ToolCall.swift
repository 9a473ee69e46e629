/// A typical tool call: long names, few choices, short values.
enum ToolCall {
  static let schema = #"""
    {
      "type": "object",
      "properties": {
        "name": {"const": "schedule_maintenance_appointment"},
        "arguments": {
          "type": "object",
          "properties": {
            "customer_identifier": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{6}$"},
            "appointment_category": {
              "enum": ["routine_inspection", "emergency_repair", "warranty_replacement", "new_installation"]
            },
            "preferred_date": {"type": "string", "format": "date"},
            "estimated_duration_minutes": {"type": "integer", "minimum": 15, "maximum": 480},
            "contact_phone_number": {"type": "string", "pattern": "^\\+[0-9]{10,12}$"},
            "requires_special_equipment": {"type": "boolean"},
            "maximum_cost_estimate": {"type": "number", "minimum": 0, "maximum": 5000, "multipleOf": 0.01},
            "technician_notes": {"type": "string", "maxLength": 60},
            "affected_components": {
              "type": "array", "minItems": 1, "maxItems": 3,
              "items": {"enum": ["compressor", "control_panel", "temperature_sensor", "water_pump", "power_supply"]}
            },
            "delivery_address": {
              "type": "object",
              "properties": {
                "street_and_number": {"type": "string", "maxLength": 30},
                "postal_code": {"type": "string", "pattern": "^[0-9]{5}$"},
                "city_name": {"type": "string", "maxLength": 20}
              },
              "required": ["street_and_number", "postal_code", "city_name"],
              "additionalProperties": false
            }
          },
          "required": [
            "customer_identifier", "appointment_category", "preferred_date", "estimated_duration_minutes",
            "contact_phone_number", "requires_special_equipment", "maximum_cost_estimate", "technician_notes",
            "affected_components", "delivery_address"
          ],
          "additionalProperties": false
        }
      },
      "required": ["name", "arguments"],
      "additionalProperties": false
    }
    """#
}
