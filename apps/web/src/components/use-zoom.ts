import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const minZoom = 1
const maxZoom = 4
const step = 1.5
const doubleTap = { within_ms: 300, within_px: 32, zoom: 2.5 }
/** The page is rendered again after this time without a zoom change. */
const idleDelay_ms = 160

interface Point {
  x: number
  y: number
}

interface Pinch {
  distance: number
  zoom: number
}

const limitZoom = (zoom: number) => Math.min(maxZoom, Math.max(minZoom, Math.round(zoom * 100) / 100))

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
})
const middleBetween = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** The positions of the first two touches; null with fewer than two. */
function readFingers({ touches }: TouchEvent): [Point, Point] | null {
  const [first, second] = touches
  return first && second ? [pointOf(first), pointOf(second)] : null
}

interface Tap {
  at_ms: number
  point: Point
}

const isDoubleTap = (first: Tap, second: Tap) =>
  second.at_ms - first.at_ms < doubleTap.within_ms &&
  distance(first.point, second.point) < doubleTap.within_px

type ZoomTo = (zoom: number, at?: Point) => void

/** Calls `onDouble` at the second of two taps within 300 ms and 32 px. */
function watchDoubleTaps(onDouble: (at: Point) => void) {
  let last: Tap | null = null
  return {
    forget: () => {
      last = null
    },
    tap: (now: Tap) => {
      const isSecond = last !== null && isDoubleTap(last, now)
      last = isSecond ? null : now
      if (isSecond) onDouble(now.point)
    },
  }
}

interface ZoomControls {
  zoomTo: ZoomTo
  zoomNow: () => number
}

/** Touch handlers: a pinch zooms around the point between the fingers; a double tap zooms in to 2.5 or out to 1. */
function createTouchHandlers({ zoomTo, zoomNow }: ZoomControls) {
  let pinch: Pinch | null = null
  const taps = watchDoubleTaps((at) => zoomTo(zoomNow() > minZoom ? minZoom : doubleTap.zoom, at))
  return {
    start(event: TouchEvent) {
      const pair = readFingers(event)
      pinch = pair && { distance: distance(...pair), zoom: zoomNow() }
    },
    move(event: TouchEvent) {
      const pair = readFingers(event)
      if (pinch === null || pair === null) return
      event.preventDefault()
      taps.forget()
      zoomTo((pinch.zoom * distance(...pair)) / Math.max(1, pinch.distance), middleBetween(...pair))
    },
    end(event: TouchEvent) {
      const wasPinch = pinch !== null
      if (event.touches.length < 2) pinch = null
      const [finger] = event.changedTouches
      if (!wasPinch && finger) taps.tap({ at_ms: event.timeStamp, point: pointOf(finger) })
    },
  }
}

/** Zooms a sheet by touch, trackpad and the keys + - 0; returns a function that removes the listeners. */
function listenForZoom(sheet: HTMLElement, { zoomTo, zoomNow }: ZoomControls): () => void {
  const touch = createTouchHandlers({ zoomTo, zoomNow })
  // Browsers report a trackpad pinch as a wheel event with ctrlKey.
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(zoomNow() * Math.exp(-event.deltaY / 200), pointOf(event))
  }
  const keys: Record<string, () => number> = {
    '+': () => zoomNow() * step,
    '=': () => zoomNow() * step,
    '-': () => zoomNow() / step,
    0: () => minZoom,
  }
  const key = (event: KeyboardEvent) => {
    const computeZoom = event.ctrlKey || event.metaKey ? undefined : keys[event.key]
    if (computeZoom === undefined) return
    event.preventDefault()
    zoomTo(computeZoom())
  }
  const stop = new AbortController()
  const { signal } = stop
  sheet.addEventListener('touchstart', touch.start, { signal, passive: true })
  sheet.addEventListener('touchmove', touch.move, { signal, passive: false })
  sheet.addEventListener('touchend', touch.end, { signal })
  sheet.addEventListener('touchcancel', touch.end, { signal })
  sheet.addEventListener('wheel', wheel, { signal, passive: false })
  sheet.addEventListener('keydown', key, { signal })
  return () => stop.abort()
}

/**
 * Zoom (1 to 4) of a scrolling sheet by pinch, double tap, trackpad, the keys + - 0 and buttons. The point under the
 * fingers keeps its position. `renderedZoom` takes the value of `zoom` 160 ms after the last change.
 */
export function useZoom() {
  const [zoom, setZoom] = useState(minZoom)
  const [renderedZoom, setRenderedZoom] = useState(minZoom)
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const current = useRef(minZoom)
  const anchor = useRef<{ across: number; down: number; left: number; top: number } | null>(null)

  const zoomTo: ZoomTo = useCallback(
    (newZoom, at) => {
      if (sheet === null) return
      const box = sheet.getBoundingClientRect()
      const left = at ? at.x - box.left : sheet.clientWidth / 2
      const top = at ? at.y - box.top : sheet.clientHeight / 2
      anchor.current = {
        across: (sheet.scrollLeft + left) / Math.max(1, sheet.scrollWidth),
        down: (sheet.scrollTop + top) / Math.max(1, sheet.scrollHeight),
        left,
        top,
      }
      current.current = limitZoom(newZoom)
      setZoom(current.current)
    },
    [sheet],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet has another size after each zoom
  useLayoutEffect(() => {
    if (sheet === null || anchor.current === null) return
    const { across, down, left, top } = anchor.current
    sheet.scrollLeft = across * sheet.scrollWidth - left
    sheet.scrollTop = down * sheet.scrollHeight - top
  }, [zoom, sheet])
  useEffect(() => {
    const timer = setTimeout(() => setRenderedZoom(zoom), idleDelay_ms)
    return () => clearTimeout(timer)
  }, [zoom])
  useEffect(
    () => (sheet === null ? undefined : listenForZoom(sheet, { zoomTo, zoomNow: () => current.current })),
    [sheet, zoomTo],
  )
  return {
    zoom,
    renderedZoom,
    sheet,
    setSheet,
    zoomIn: zoom < maxZoom ? () => zoomTo(zoom * step) : undefined,
    zoomOut: zoom > minZoom ? () => zoomTo(zoom / step) : undefined,
  }
}
