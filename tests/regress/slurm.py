# SPDX-License-Identifier: Apache-2.0
"""A Slurm of one node, this machine, all in one folder and of one user: munged, slurmctld, slurmd."""
import getpass
import os
import signal
import socket
import subprocess
import time

CONFIGURATION = """\
ClusterName=ntrace
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=2
MessageTimeout=60
NodeName={host} NodeAddr=127.0.0.1 CPUs=2
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def processes():
    """Of each process its parent and its words."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                found[int(pid)] = parent, file.read().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Slurm:
    def __init__(self, folder):
        self.folder = folder
        self.environment = {"SLURM_CONF": str(folder / "slurm.conf")}
        self.running = {}

    def __enter__(self):
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        self.folder.parent.chmod(0o755)
        key = self.folder / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=getpass.getuser(), folder=self.folder,
            ports=free_ports(2)), encoding="ascii")
        self.start("munged", "--foreground", *(f"--{name}={self.folder}/{file}" for name, file in (
            ("key-file", "key"), ("socket", "munge.socket"), ("pid-file", "munged.pid"),
            ("log-file", "munged.log"), ("seed-file", "munged.seed"))))
        self.wait(lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "-D")
        self.start_slurmd()
        self.wait(lambda: self.ask("sinfo", "--noheader", "--format=%t") == "idle")
        return self

    def __exit__(self, *_):
        self.ask("scancel", "--me")
        for name in ("slurmd", "slurmctld", "munged"):
            self.running[name].kill()
            self.running[name].wait()

    def start(self, name, *words):
        """In the foreground, with what it says in a file."""
        path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen(
                [name, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **self.environment, "PATH": path})

    def start_slurmd(self):
        self.start("slurmd", "-D")

    def ask(self, *words):
        return subprocess.run(words, env={**os.environ, **self.environment}, capture_output=True,
                              text=True, check=False).stdout.strip()

    def wait(self, condition):
        """For a condition, or the end of a daemon, which has said why."""
        while not condition():
            for name, daemon in self.running.items():
                if daemon.poll() is not None:
                    log = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
                    raise AssertionError(f"{name} has ended:\n{log}")
            time.sleep(0.1)

    def kill_in_the_middle(self, out, ends):
        """When so many jobs of the folder `out` have ended: slurmd and all that it runs, as if the
        machine lost its power. Returns the jobs that were lost, at least one."""
        self.wait(lambda: len(list((out / "ends").glob("*.json"))) >= ends)
        lost = []
        while not lost:
            jobs = {pid: words[words.index("--job") + 1] for pid, (_, words) in processes().items()
                    if "--job" in words and str(out) in words}
            for pid in jobs:
                kill(pid)  # and with it its bench
            lost = [job for job in jobs.values() if not (out / "ends" / f"{job}.json").exists()]
        self.running["slurmd"].kill()
        self.running["slurmd"].wait()
        for pid, (_, words) in processes().items():
            if words[0].startswith("slurmstepd: ") and self.is_ours(pid):
                kill(pid)
        return lost

    def is_ours(self, pid):
        """Of this slurmd: it works in its spool folder, or has it open."""
        links = [f"/proc/{pid}/cwd"]
        try:
            links += [f"/proc/{pid}/fd/{fd}" for fd in os.listdir(f"/proc/{pid}/fd")]
            return any(os.readlink(link).startswith(str(self.folder)) for link in links)
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            return False
