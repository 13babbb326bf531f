import { useEffect, useRef } from 'react'

/** Scrolls a row sideways, never the page, until its current entry is in the middle or at an end of the row. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current="page"], [aria-selected="true"]')
  if (current === null) return
  const [entry, shown] = [current.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += entry.left + entry.width / 2 - (shown.left + shown.width / 2)
}

/**
 * For a row of links or tabs that is wider than a phone: its current entry is in view when the row appears, and after
 * the row's width changes, such as when the phone is turned. Pass the returned ref to the row.
 */
export function useCurrentInView<Row extends HTMLElement = HTMLDivElement>() {
  const row = useRef<Row>(null)
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const observer = new ResizeObserver(() => showCurrent(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return row
}
