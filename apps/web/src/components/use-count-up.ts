import { useEffect, useState } from 'react'

const duration_ms = 900

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The value of a count after `elapsed_ms` (cubic ease-out over 900 ms), rounded. */
export function countAt(target: number, elapsed_ms: number): number {
  const progress = Math.min(1, Math.max(0, elapsed_ms / duration_ms))
  return Math.round(target * (1 - (1 - progress) ** 3))
}

/** Counts from 0 to the target once; returns the target at once if the user prefers reduced motion. */
export function useCountUp(target: number, isActive: boolean): number {
  const [elapsed_ms, setElapsed_ms] = useState(() => (isActive && !isMotionReduced() ? 0 : duration_ms))
  const isCounting = elapsed_ms < duration_ms
  useEffect(() => {
    if (!isCounting) return
    const start_ms = performance.now()
    let frame = requestAnimationFrame(function step(now_ms) {
      setElapsed_ms(now_ms - start_ms)
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isCounting])
  return countAt(target, elapsed_ms)
}
