import { type UIEvent, useEffect, useRef, useState } from 'react'

export interface Sideways {
  /** Content is hidden on the left (`before`) or on the right (`after`). */
  before: boolean
  after: boolean
}

const nothingHidden: Sideways = { before: false, after: false }

function sidewaysOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Sideways {
  return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
}

/** Returns the same object if nothing changed, so that React does not render again. */
const keepIfEqual = (now: Sideways, next: Sideways) =>
  now.before === next.before && now.after === next.after ? now : next

/** On which sides a horizontally scrolling box hides content. Observes the size of the box and of its only child. */
export function useSideways<Box extends HTMLElement = HTMLDivElement>() {
  const box = useRef<Box>(null)
  const [sides, setSides] = useState(nothingHidden)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setSides((now) => keepIfEqual(now, sidewaysOf(element))))
    for (const part of [element, element.firstElementChild]) part && observer.observe(part)
    return () => observer.disconnect()
  }, [])
  const onScroll = ({ currentTarget }: UIEvent<Box>) => {
    const next = sidewaysOf(currentTarget)
    setSides((now) => keepIfEqual(now, next))
  }
  return { box, onScroll, ...sides, isWide: sides.before || sides.after }
}
