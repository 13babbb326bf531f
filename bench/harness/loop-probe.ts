// Loaded into a measured server by `node --import`: at each SIGUSR2 it prints for how long the event loop was blocked at
// most since the signal before, in ms.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5
const NS_PER_MS = 1_000_000

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
process.on('SIGUSR2', () => {
  delays.disable()
  const longest_ms = Math.max(0, delays.max / NS_PER_MS - RESOLUTION_MS)
  process.stdout.write(`event loop blocked for ${longest_ms.toFixed(1)} ms\n`)
  delays.reset()
  delays.enable()
})
