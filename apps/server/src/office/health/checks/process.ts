import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HealthCheck } from './health-check.ts'

const sampleMs = 1000
const resolutionMs = 10
const busyMs = 200
const nanosecondsPerMs = 1e6
const bytesPerMb = 1_048_576

/** Measures the event loop's delay for 1 s: `process_busy` if the 99th percentile is above 200 ms. */
export const checkProcess: HealthCheck = async (_deps, { step }) => {
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
