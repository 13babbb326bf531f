import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Try } from './try.ts'

const sampleMs = 1000
const resolutionMs = 10
const busyMs = 200
const nanosecondsPerMs = 1e6
const bytesPerMb = 1_048_576

/** Whether this process gets to its work in time, measured for a second. */
export const tryProcess: Try = async (_deps, { step }) => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  await step('sample', () => sleep(sampleMs))
  delay.disable()
  const loop_ms = Math.max(0, Math.round(delay.percentile(99) / nanosecondsPerMs - resolutionMs))
  return {
    finding: loop_ms > busyMs ? 'process_busy' : 'process_good',
    facts: [
      { fact: 'loop_ms', value: loop_ms },
      { fact: 'memory_mb', value: Math.round(process.memoryUsage.rss() / bytesPerMb) },
      { fact: 'uptime_s', value: Math.round(process.uptime()) },
    ],
  }
}
