// <math.h>
#pragma once

extern double ceil(double);
extern double cos(double);
extern float cosf(float);
extern double erf(double);
extern double exp(double);
extern float expf(float);
extern double floor(double);
extern double log(double);
extern float logf(float);
extern double log10(double);
extern double log1p(double);
extern float log1pf(float);
extern double pow(double, double);
extern float powf(float, float);
extern double sin(double);
extern double tan(double);
extern double tanh(double);
extern float tanhf(float);
