import { type PointerEvent, useRef, useState } from 'react'

const deleteDistance_px = 75
const leaving_ms = 300
const slop_px = 8

interface Swipe {
  /** Distance of the card to the left of its normal position. */
  offset_px: number
  isLeaving: boolean
}

const atRest: Swipe = { offset_px: 0, isLeaving: false }

/** Swipe to the left: above 75 px the card leaves in 300 ms, then `onGone` runs (spec: employee-app §9). */
export function useSwipeAway(onGone: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const [swipe, setSwipe] = useState(atRest)
  const isGoing = useRef(false)
  const leave = () => {
    if (isGoing.current) return
    isGoing.current = true
    setSwipe({ offset_px: window.innerWidth, isLeaving: true })
    setTimeout(onGone, leaving_ms)
  }
  const rest = () => {
    start.current = null
    setSwipe((now) => (now.isLeaving ? now : atRest))
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
      if (swipe.offset_px > deleteDistance_px && !swipe.isLeaving) leave()
      rest()
    },
    onPointerCancel: rest,
  }
  const bringBack = () => {
    isGoing.current = false
    setSwipe(atRest)
  }
  return { ...swipe, handlers, leave, bringBack }
}
