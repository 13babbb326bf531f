import { type UIEvent, useEffect, useRef, useState } from 'react'

export interface Sideways {
  /** Something lies beyond the side where lines begin, or end. */
  before: boolean
  after: boolean
}

const nowhere: Sideways = { before: false, after: false }

function sidewaysOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Sideways {
  return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
}

/** The same object while nothing changed, so that nothing is drawn anew. */
const kept = (now: Sideways, next: Sideways) =>
  now.before === next.before && now.after === next.after ? now : next

/** What a box that scrolls sideways hides, and where; its only child tells when it grows. */
export function useSideways<Box extends HTMLElement = HTMLDivElement>() {
  const box = useRef<Box>(null)
  const [sides, setSides] = useState(nowhere)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setSides((now) => kept(now, sidewaysOf(element))))
    for (const part of [element, element.firstElementChild]) part && observer.observe(part)
    return () => observer.disconnect()
  }, [])
  const onScroll = ({ currentTarget }: UIEvent<Box>) => {
    const next = sidewaysOf(currentTarget)
    setSides((now) => kept(now, next))
  }
  return { box, onScroll, ...sides, isWide: sides.before || sides.after }
}
