// Loaded into the measured server by --import. On SIGUSR2 it prints how long its event loop was blocked at most since the
// last time, by the clock, and by the thread's own processor time: on a busy machine a thread also waits for a processor.
const tick_ms = 1

const spent_ms = () => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000

let longest = { ms: 0, cpu_ms: 0 }
let last = { ms: performance.now(), cpu_ms: spent_ms() }

setInterval(() => {
  const now = { ms: performance.now(), cpu_ms: spent_ms() }
  longest = {
    ms: Math.max(longest.ms, now.ms - last.ms - tick_ms),
    cpu_ms: Math.max(longest.cpu_ms, now.cpu_ms - last.cpu_ms),
  }
  last = now
}, tick_ms).unref()

process.on('SIGUSR2', () => {
  console.log(
    `event loop blocked for ${longest.ms.toFixed(1)} ms, ${longest.cpu_ms.toFixed(1)} ms of processor time`,
  )
  longest = { ms: 0, cpu_ms: 0 }
})
