import { type PointerEvent, useRef, useState } from 'react'

const deleteDistance_px = 75
const leaving_ms = 300
const slop_px = 8

interface Swipe {
  /** Distance of the card to the left of its normal position. */
  offset_px: number
  isLeaving: boolean
}

const idle: Swipe = { offset_px: 0, isLeaving: false }

/** Swipe to the left: above 75 px the card leaves in 300 ms, then `onRemoved` runs (spec: employee-app §9). */
export function useSwipeAway(onRemoved: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const [swipe, setSwipe] = useState(idle)
  const isGoing = useRef(false)
  const swipeAway = () => {
    if (isGoing.current) return
    isGoing.current = true
    setSwipe({ offset_px: window.innerWidth, isLeaving: true })
    setTimeout(onRemoved, leaving_ms)
  }
  const rest = () => {
    start.current = null
    setSwipe((now) => (now.isLeaving ? now : idle))
  }
  const handlers = {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      start.current = { x: clientX, y: clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null || swipe.isLeaving) return
      const left_px = start.current.x - event.clientX
      if (left_px < slop_px) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setSwipe({ offset_px: left_px, isLeaving: false })
    },
    onPointerUp: () => {
      if (swipe.offset_px > deleteDistance_px && !swipe.isLeaving) swipeAway()
      rest()
    },
    onPointerCancel: rest,
  }
  const resetSwipe = () => {
    isGoing.current = false
    setSwipe(idle)
  }
  return { ...swipe, handlers, swipeAway, resetSwipe }
}
