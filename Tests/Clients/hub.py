"""Checks that `swiftlet` and huggingface_hub share one cache, against the scripted hub of `scripted_hub.py`.

Each case has a home folder of its own. It prints `ok NAME` or `failed NAME: reason` for each case, and exits with
status 1 if one failed. Names on the command line select cases by a part of their names.
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from scripted_hub import COMMIT, Hub, Zeros

HERE = pathlib.Path(__file__).resolve().parent
SWIFTLET = os.environ.get("SWIFTLET", str(HERE / "../../.build/release/swiftlet"))
HF = str(pathlib.Path(sys.executable).parent / "hf")
KILLS = int(os.environ.get("SWIFTLET_HUB_KILLS", "25"))

CASES = []
# Cases that take minutes, and run only if their names are on the command line.
LARGE = set()


def case(function):
    CASES.append(function)
    return function


def large(function):
    LARGE.add(function)
    return case(function)


def check(condition, reason):
    if not condition:
        raise AssertionError(reason)


class Scene:
    """A home folder and a hub."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="swiftlet-hub-"))
        self.hub = Hub()
        self.cache = self.home / ".cache/huggingface/hub"

    def close(self):
        self.hub.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def environment(self, **variables):
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        return {
            **kept, "HOME": str(self.home), "HF_ENDPOINT": self.hub.url, "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1", **variables,
        }

    def run(self, *command, status=0, timeout=900, **variables):
        result = subprocess.run(
            command, env=self.environment(**variables), capture_output=True, text=True, timeout=timeout)
        if status is not None:
            check(
                (result.returncode == 0) == (status == 0),
                f"{' '.join(command)}: status {result.returncode}: {result.stdout}{result.stderr}")
        return result.stdout + result.stderr

    def swiftlet(self, *arguments, **options):
        return self.run(SWIFTLET, *arguments, **options)

    def where(self, name):
        return [pathlib.Path(line) for line in self.swiftlet("where", name).split("\n") if line.endswith(".gguf")]

    def hf(self, *arguments, **options):
        return self.run(HF, *arguments, **options)

    def offline(self, repository, file):
        """The path at which huggingface_hub finds a file without the network."""
        code = f"from huggingface_hub import hf_hub_download; print(hf_hub_download({repository!r}, {file!r}))"
        return self.run(sys.executable, "-c", code, HF_HUB_OFFLINE="1").strip().split("\n")[-1]

    def blobs(self, repository="me/ok"):
        return self.cache / f"models--{repository.replace('/', '--')}" / "blobs"

    def check_blobs(self):
        """No file with a final name has other contents than its name says."""
        import hashlib

        for path in self.cache.glob("models--*/blobs/*"):
            if "." not in path.name:
                check(hashlib.sha256(path.read_bytes()).hexdigest() == path.name, f"{path} has other contents")


@case
def finds_what_hf_has_downloaded(scene):
    scene.hf("download", "me/ok", "--include", "*Q4_K_M*")
    count = len(scene.hub.requests)
    paths = scene.where("hf:me/ok")
    check([path.name for path in paths] == ["tiny-Q4_K_M.gguf"], f"found {paths}")
    check("hf:me/ok:Q4_K_M" in scene.swiftlet("list"), "not listed")
    scene.swiftlet("verify")
    scene.swiftlet("verify", "hf:me/ok:Q4_K_M")
    check(len(scene.hub.requests) == count, "the network was used")
    blob = paths[0].resolve()
    data = bytearray(blob.read_bytes())
    data[50] ^= 1
    blob.write_bytes(data)
    scene.swiftlet("verify", status=1)


@case
def finds_parts_that_hf_has_downloaded(scene):
    scene.hf("download", "me/ok", "--include", "UD/*")
    paths = scene.where("hf:me/ok:UD-Q2_K_XL")
    check([path.name[-20:] for path in paths] == ["-00001-of-00002.gguf"], f"found {paths}")


@case
def hf_finds_what_was_pulled(scene):
    scene.swiftlet("pull", "hf:me/ok:Q4_K_M")
    path = scene.offline("me/ok", "tiny-Q4_K_M.gguf")
    check(pathlib.Path(path) == scene.where("hf:me/ok:Q4_K_M")[0], path)
    check("checksums match" in scene.hf("cache", "verify", "me/ok"), "hf cache verify")
    check("me/ok" in scene.hf("cache", "ls"), "hf cache ls")
    count = len(scene.hub.storage_requests)
    scene.hf("download", "me/ok", "tiny-Q4_K_M.gguf")
    check(len(scene.hub.storage_requests) == count, "hf has downloaded it again")


@case
def both_write_the_same_bytes(scene):
    scene.swiftlet("pull", "hf:me/ok:Q4_K_M")
    other = Scene()
    try:
        other.hub.close()
        other.hub = scene.hub
        other.hf("download", "me/ok", "tiny-Q4_K_M.gguf", "mmproj-F16.gguf")
        for pattern in ("CACHEDIR.TAG", "models--*/refs/main", "models--*/trees/*.json", "models--*/snapshots/*/*"):
            ours, theirs = (
                {str(path.relative_to(s.cache)): path for path in s.cache.glob(pattern)} for s in (scene, other))
            check(ours.keys() == theirs.keys(), f"{pattern}: {sorted(ours)} and {sorted(theirs)}")
            for name, path in ours.items():
                check(path.read_bytes() == theirs[name].read_bytes(), f"{name} differs")
                check(path.is_symlink() == theirs[name].is_symlink(), f"{name}: another kind")
                if path.is_symlink():
                    check(os.readlink(path) == os.readlink(theirs[name]), f"{name}: another target")
    finally:
        shutil.rmtree(other.home, ignore_errors=True)


@case
def both_share_blobs(scene):
    scene.swiftlet("pull", "hf:me/ok:Q4_K_M")
    scene.hf("download", "me/ok", "tiny-Q8_0.gguf")
    check(len(scene.where("hf:me/ok:Q8_0")) == 1, "not found")
    scene.swiftlet("rm", "hf:me/ok:Q4_K_M")
    check(scene.offline("me/ok", "tiny-Q8_0.gguf").endswith("tiny-Q8_0.gguf"), "hf has lost a file")
    check("checksums match" in scene.hf("cache", "verify", "me/ok"), "hf cache verify")
    scene.swiftlet("rm", "hf:me/ok")
    check(not list(scene.cache.glob("models--*")), "files are left")


@case
def faults_leave_no_wrong_blob(scene):
    for repository, is_error in (
        ("me/flip", True), ("me/html", True), ("me/cut", False), ("me/norange", False), ("me/missing", True),
        ("me/gated", True),
    ):
        scene.swiftlet("pull", f"hf:{repository}:Q8_0", status=int(is_error))
        scene.check_blobs()
        found = "not downloaded" not in scene.swiftlet("where", f"hf:{repository}:Q8_0", status=None)
        check(found != is_error, f"{repository}: {'found' if found else 'not found'}")
    text = scene.swiftlet("pull", "hf:me/gated:Q8_0", status=1)
    check("accept the terms" in text, text)
    scene.swiftlet("pull", "hf:me/gated:Q8_0", HF_TOKEN="hf_" + "a" * 34)
    check(not any(request["auth"] for request in scene.hub.storage_requests), "the token has left the hub")


@case
def faults_that_pass_are_overcome(scene):
    token = {"HF_TOKEN": "hf_" + "a" * 34}
    for name in ("slow", "busy", "skewed", "expired", "etags", "renamed", "away"):
        scene.hub.answers, scene.hub.requests, scene.hub.storage_requests = 0, [], []
        scene.swiftlet("pull", f"hf:me/{name}:Q8_0", "--connections", "2", **token)
        scene.check_blobs()
        check(len(scene.where(f"hf:me/{name}:Q8_0")) == 1, f"me/{name}: not found")
        check(not any(request["auth"] for request in scene.hub.storage_requests), f"me/{name}: the token has left the hub")
        # A request that came back over another origin must not have it, all others must.
        kept = [bool(request["auth"]) for request in scene.hub.requests if "/me/ok/" in request["path"]]
        check(name not in ("renamed", "away") or kept and set(kept) == {name == "renamed"}, f"me/{name}: {kept}")
    text = scene.swiftlet("pull", "hf:me/circle:Q8_0", status=1)
    check("redirection" in text, text)


@large
def a_silent_server_is_left_after_half_a_minute(scene):
    start = time.monotonic()
    scene.swiftlet("pull", "hf:me/stall:Q8_0")
    scene.check_blobs()
    check(time.monotonic() - start > 25, "the server was not silent")
    size = scene.hub.size("tiny-Q8_0.gguf") + scene.hub.size("mmproj-F16.gguf")
    check(scene.hub.sent <= size * 1.1, f"{scene.hub.sent} bytes sent for {size}")


@case
def kills_leave_no_wrong_blob(scene):
    size = scene.hub.size("big-Q4_0.gguf")
    scene.hub.delay = 0.002
    random.seed(1)
    kills = 0
    for _ in range(KILLS):
        process = subprocess.Popen(
            [SWIFTLET, "pull", "hf:me/big"], env=scene.environment(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        # At a random byte, not at a random time: a busy machine may take long to start a process.
        target = scene.hub.sent + random.randrange(2 * size // KILLS)
        limit = time.monotonic() + 60
        while scene.hub.sent < target and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.001)
        if process.poll() is None:
            kills += 1
            process.send_signal(signal.SIGKILL)
        process.wait()
        scene.check_blobs()
        scene.swiftlet("list")
    scene.hub.delay = 0
    scene.swiftlet("pull", "hf:me/big")
    scene.check_blobs()
    check("checksums match" in scene.hf("cache", "verify", "me/big"), "hf cache verify")
    sent = scene.hub.sent
    check(kills > KILLS // 4, f"only {kills} of {KILLS} processes were killed")
    check(sent <= size + kills * (16 << 20), f"{sent} bytes sent for {size} with {kills} kills")
    print(f"# {kills} kills, {sent} bytes sent for {size}")


@case
def two_at_once_download_once(scene):
    size = scene.hub.size("big-Q4_0.gguf")
    scene.hub.delay = 0.002
    processes = [
        subprocess.Popen(
            [SWIFTLET, "pull", "hf:me/big"], env=scene.environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        for _ in range(2)]
    outputs = [process.communicate()[0] for process in processes]
    check([process.returncode for process in processes] == [0, 0], f"{outputs}")
    check(scene.hub.sent == size, f"{scene.hub.sent} bytes sent for {size}")
    scene.check_blobs()


@case
def an_interrupted_download_says_how_to_go_on(scene):
    scene.hub.delay = 0.005
    process = subprocess.Popen(
        [SWIFTLET, "pull", "hf:me/big"], env=scene.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    while scene.hub.sent < 12_000_000 and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    errors = process.communicate()[1]
    check(process.returncode == 130, f"status {process.returncode}: {errors}")
    check("interrupted" in errors and "MB" in errors, errors)
    check("%" in scene.swiftlet("list"), "the part is not listed")
    scene.hub.delay = 0
    scene.swiftlet("pull", "hf:me/big")
    size = scene.hub.size("big-Q4_0.gguf")
    check(scene.hub.sent <= size + (16 << 20), f"{scene.hub.sent} bytes sent for {size}")


@case
def a_full_disk_ends_the_download_at_once(scene):
    scene.cache.mkdir(parents=True)
    script = """mount -t tmpfs -o size=20m none "$1" || exit 77
        "$2" pull --force hf:me/big && exit 1
        ls "$1"/models--me--big/blobs
        mount -o remount,size=100m "$1" && "$2" pull --force hf:me/big && "$2" verify hf:me/big"""
    result = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(scene.cache), SWIFTLET],
        env=scene.environment(), capture_output=True, text=True)
    if result.returncode == 77 or "unshare" in result.stderr:
        print(f"# a_full_disk…: not run, no disk can be mounted: {result.stderr.strip()}")
        return
    check(result.returncode == 0, f"{result.stdout}{result.stderr}")
    check("the disk is full" in result.stderr and "trying again" not in result.stderr, result.stderr)
    check(".swiftlet-partial" in result.stdout and "intact" in result.stdout, result.stdout)
    size = scene.hub.size("big-Q4_0.gguf")
    check(scene.hub.sent <= size + (16 << 20), f"{scene.hub.sent} bytes sent for {size}")
    code = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size=20m none "$1" && "$2" pull hf:me/big',
         "sh", str(scene.cache), SWIFTLET], env=scene.environment(), capture_output=True, text=True)
    check(code.returncode == 5, f"without --force: status {code.returncode}: {code.stderr}")


@case
def tls_is_kept_and_the_token_stays(scene):
    certificate = scene.home / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=scripted hub", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(scene.home / "key.pem"), "-out", str(certificate)],
        check=True, capture_output=True)
    both = scene.home / "both.pem"
    both.write_text(certificate.read_text() + (scene.home / "key.pem").read_text())
    token = {"HF_TOKEN": "hf_" + "a" * 34}
    system = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
    probe = ["unshare", "--map-root-user", "--mount", "mount", "--bind", str(certificate), str(system)]
    if not system.exists() or subprocess.run(probe, capture_output=True).returncode != 0:
        print(f"# tls…: not run, {system} is missing or cannot be replaced for a process")
        return

    def trusting(*arguments, **options):
        """Runs the command where the certificates of the system are this one."""
        script = f'mount --bind "$1" {system} && shift && exec "$@"'
        return scene.run(
            "unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(certificate), SWIFTLET, *arguments,
            **options)

    scene.hub.close()
    scene.hub = Hub(certificate=both)
    text = scene.swiftlet("pull", "hf:me/gated:Q8_0", status=1, **token)
    check("certificate" in text.lower() and not scene.hub.requests, f"an unknown certificate: {text}")
    trusting("pull", "hf:me/gated:Q8_0", **token)
    scene.check_blobs()
    check(len(scene.where("hf:me/gated:Q8_0")) == 1, "not found")
    check(all(request["auth"] for request in scene.hub.requests), "a request to the hub had no token")
    check(scene.hub.storage_requests, "the storage was not asked")
    check(not any(request["auth"] for request in scene.hub.storage_requests), "the token has left the hub")
    trusting("pull", "hf:me/cut:Q8_0", "--connections", "3")
    scene.check_blobs()
    scene.hub.close()
    scene.hub = Hub(certificate=both, is_storage_plain=True)
    text = trusting("pull", "hf:me/ok:Q8_0", status=1, **token)
    check("expected https" in text and not scene.hub.storage_requests, f"from https to http: {text}")


@large
def more_than_four_gigabytes_come_in_parts(scene):
    scene.hub.close()
    scene.hub = Hub(served=Zeros((5 << 28) + 5))
    scene.swiftlet("pull", "--force", "hf:me/zeros:Q8_0", timeout=3000)
    scene.swiftlet("verify", "hf:me/zeros:Q8_0", timeout=3000)
    ranges = [request["range"] for request in scene.hub.storage_requests]
    check(all(ranges) and len(ranges) > 10, f"{ranges}")
    check(scene.hub.sent == len(scene.hub.served), f"{scene.hub.sent} bytes sent for {len(scene.hub.served)}")


def main():
    wanted = sys.argv[1:]
    failures = 0
    for function in CASES:
        if not wanted and function in LARGE or wanted and not any(word in function.__name__ for word in wanted):
            continue
        scene = Scene()
        try:
            function(scene)
            print("ok", function.__name__, flush=True)
        except Exception as error:  # noqa: BLE001 - every failure is a verdict
            failures += 1
            print(f"failed {function.__name__}: {error}", flush=True)
            traceback.print_exc(file=sys.stderr)
        finally:
            scene.close()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
