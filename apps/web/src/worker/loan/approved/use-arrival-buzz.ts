import { useEffect, useRef } from 'react'

const pattern_ms = [40, 60, 80]

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Vibrates once when the money arrives while the screen is visible; not for an earlier arrival or reduced motion. */
export function useArrivalBuzz(hasArrived: boolean): void {
  const wasArrived = useRef(hasArrived)
  useEffect(() => {
    if (!hasArrived || wasArrived.current) return
    wasArrived.current = true
    if (document.visibilityState === 'visible' && !isMotionReduced()) navigator.vibrate?.(pattern_ms)
  }, [hasArrived])
}
