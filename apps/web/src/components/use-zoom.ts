import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const least = 1
const most = 4
const step = 1.5
const doubleTap = { within_ms: 300, within_px: 32, zoom: 2.5 }
/** The page is rendered again after this time without a zoom change. */
const rest_ms = 160

interface Point {
  x: number
  y: number
}

interface Touching {
  distance: number
  zoom: number
}

const bounded = (zoom: number) => Math.min(most, Math.max(least, Math.round(zoom * 100) / 100))

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
})
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** The positions of the first two touches; null with fewer than two. */
function fingers({ touches }: TouchEvent): [Point, Point] | null {
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
function watchTaps(onDouble: (at: Point) => void) {
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

interface Hands {
  zoomTo: ZoomTo
  zoomNow: () => number
}

/** Touch handlers: a pinch zooms around the point between the fingers; a double tap zooms in to 2.5 or out to 1. */
function touchActs({ zoomTo, zoomNow }: Hands) {
  let touching: Touching | null = null
  const taps = watchTaps((at) => zoomTo(zoomNow() > least ? least : doubleTap.zoom, at))
  return {
    start(event: TouchEvent) {
      const pair = fingers(event)
      touching = pair && { distance: distance(...pair), zoom: zoomNow() }
    },
    move(event: TouchEvent) {
      const pair = fingers(event)
      if (touching === null || pair === null) return
      event.preventDefault()
      taps.forget()
      zoomTo((touching.zoom * distance(...pair)) / Math.max(1, touching.distance), between(...pair))
    },
    end(event: TouchEvent) {
      const wasPinch = touching !== null
      if (event.touches.length < 2) touching = null
      const [finger] = event.changedTouches
      if (!wasPinch && finger) taps.tap({ at_ms: event.timeStamp, point: pointOf(finger) })
    },
  }
}

/** Zooms a sheet by touch, trackpad and the keys + - 0; returns a function that removes the listeners. */
function followHands(sheet: HTMLElement, { zoomTo, zoomNow }: Hands): () => void {
  const touch = touchActs({ zoomTo, zoomNow })
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
    0: () => least,
  }
  const key = (event: KeyboardEvent) => {
    const wanted = event.ctrlKey || event.metaKey ? undefined : keys[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    zoomTo(wanted())
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
 * fingers keeps its position. `drawn` takes the value of `zoom` 160 ms after the last change.
 */
export function useZoom() {
  const [zoom, setZoom] = useState(least)
  const [drawn, setDrawn] = useState(least)
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const current = useRef(least)
  const anchor = useRef<{ across: number; down: number; left: number; top: number } | null>(null)

  const zoomTo: ZoomTo = useCallback(
    (wanted, at) => {
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
      current.current = bounded(wanted)
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
    const timer = setTimeout(() => setDrawn(zoom), rest_ms)
    return () => clearTimeout(timer)
  }, [zoom])
  useEffect(
    () => (sheet === null ? undefined : followHands(sheet, { zoomTo, zoomNow: () => current.current })),
    [sheet, zoomTo],
  )
  return {
    zoom,
    drawn,
    sheet,
    setSheet,
    zoomIn: zoom < most ? () => zoomTo(zoom * step) : undefined,
    zoomOut: zoom > least ? () => zoomTo(zoom / step) : undefined,
  }
}
