import { useEffect, useEffectEvent, useState } from 'react'
import { Mark } from './mark.tsx'
import classes from './pull-to-refresh.module.css'

const threshold_px = 72
const resistance = 0.45

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
}

const hasSheet = () => document.querySelector('[role=dialog]') !== null

/** Calls `onRefresh` when the user pulls the page down at its top by 160 px (72 px with the resistance of 0.45). */
export function PullToRefresh({ onRefresh }: PullToRefreshProps) {
  const [pulled_px, setPulled_px] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const release = useEffectEvent(async () => {
    const isFar = pulled_px >= threshold_px
    setPulled_px(0)
    if (!isFar || isBusy) return
    setIsBusy(true)
    navigator.vibrate?.(8)
    await onRefresh().finally(() => setIsBusy(false))
  })
  useEffect(() => {
    let start_px: number | null = null
    const onStart = ({ touches }: TouchEvent) => {
      start_px =
        window.scrollY === 0 && touches.length === 1 && !hasSheet() ? (touches[0]?.clientY ?? null) : null
    }
    const onMove = ({ touches }: TouchEvent) => {
      if (start_px === null) return
      const distance_px = ((touches[0]?.clientY ?? start_px) - start_px) * resistance
      setPulled_px(window.scrollY > 0 ? 0 : Math.max(0, Math.min(distance_px, threshold_px * 1.25)))
    }
    const onEnd = () => {
      start_px = null
      void release()
    }
    document.addEventListener('touchstart', onStart, { passive: true })
    document.addEventListener('touchmove', onMove, { passive: true })
    document.addEventListener('touchend', onEnd)
    return () => {
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchmove', onMove)
      document.removeEventListener('touchend', onEnd)
    }
  }, [])
  if (!isBusy && pulled_px < 12) return null
  const offset_px = isBusy ? threshold_px : pulled_px
  return (
    <div
      className={classes.mark}
      style={{ translate: `0 ${offset_px}px` }}
      role="status"
      aria-label="Actualizando"
    >
      <Mark size={24} pulsing={isBusy} />
    </div>
  )
}
