"""Everything is compiled before anything runs: while self-play keeps an accelerator busy, each try by which
a compiler chooses its kernels has to wait for it, and minutes are lost."""
import time
from concurrent.futures import ThreadPoolExecutor

import jax


class Ready:
    def __init__(self, log, threads=8):
        self.log, self.pool, self.jobs = log, ThreadPoolExecutor(threads), {}

    def add(self, name, function, *arguments, **fixed):
        """Has a jitted function compiled for arguments of these shapes (arrays or shapes of arrays)."""
        shapes = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), arguments)

        def job():
            start = time.time()
            made = function.lower(*shapes, **fixed).compile()
            self.log(f"compiled {name} in {time.time() - start:.0f} s")
            return made
        self.jobs[name] = self.pool.submit(job)

    def wait(self):
        for job in self.jobs.values():
            job.result()
        self.pool.shutdown()

    def __call__(self, name, *arguments):
        return self.jobs[name].result()(*arguments)
