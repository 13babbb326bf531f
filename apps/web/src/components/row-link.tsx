import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { basePath } from '../lib/base-path.ts'
import { nextPaint } from '../lib/next-paint.ts'
import { placeOf, rememberPlace } from '../lib/row-places.ts'
import classes from './data-table.module.css'
import type { RowTarget } from './data-table-types.ts'

const rowLink = 'a[data-row]'

const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLAnchorElement>(rowLink) ?? null

/** Moves the focus to the next or previous row of a table; from elsewhere on the page to its first row. */
export function focusRow(step: 'next' | 'previous'): void {
  const row = document.activeElement?.closest('main tr')
  const sibling = step === 'next' ? row?.nextElementSibling : row?.previousElementSibling
  const target = linkIn(row) ? linkIn(sibling) : linkIn(document.querySelector('main'))
  target?.focus()
  target?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

/** Selects or deselects the focused row of a list that has checkboxes; false without one. */
export function checkFocusedRow(): boolean {
  const row = document.activeElement?.closest('main tbody tr')
  const box = row?.querySelector<HTMLInputElement>('[data-keeps-clicks] input[type=checkbox]')
  box?.click()
  return box != null
}

function moveByArrow(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key === ' ' && checkFocusedRow()) event.preventDefault()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  focusRow(event.key === 'ArrowDown' ? 'next' : 'previous')
}

const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

const fillPath = (path: string, params: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** A function that returns the address of a target: cheaper than the router's, which parses each address twice. */
export function useHrefOf() {
  const router = useRouter({ warn: false })
  return ({ to, params, search = {} }: RowTarget) =>
    router.history.createHref(`${basePath}${fillPath(to, params)}${router.options.stringifySearch(search)}`)
}

interface RowLinkProps {
  id: number
  href: string
  /** The target of `href` at the click. */
  targetOf: () => RowTarget | undefined
  children: ReactNode
}

/** The link of a table row. Cheaper than the router's link, which follows each navigation in every row. */
export function RowLink({ id, href, targetOf, children }: RowLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const target = targetOf()
    if (target === undefined || opensElsewhere(event)) return
    event.preventDefault()
    const table_top = event.currentTarget.closest('[data-scrolls]')?.scrollTop ?? 0
    rememberPlace(router.state.location.state.__TSR_key, { row: id, table_top, page_top: window.scrollY })
    // The pressed row is seen before the screen renders: the second frame begins when the first is on its way.
    void nextPaint()
      .then(nextPaint)
      .then(() => router.navigate(target))
  }
  return (
    <a className={classes.open} href={href} data-row={id} onClick={open} onKeyDown={moveByArrow}>
      {children}
    </a>
  )
}

const isSelecting = () => window.getSelection()?.isCollapsed === false

/** False for a row's own links and buttons, for its menu, which is a portal, and while text of it is selected. */
function isOnRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button, [data-keeps-clicks]') === null && !isSelecting()
}

/** Passes a click beside the link on to the link, with its keys, so that the whole row behaves like the link. */
function passOn(
  event: MouseEvent<HTMLTableRowElement>,
  keys: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
) {
  if (!isOnRow(event)) return
  const { ctrlKey, metaKey, shiftKey } = keys
  linkIn(event.currentTarget)?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

const newTab = { ctrlKey: true, metaKey: true, shiftKey: false } as const

/** Handlers with which a click anywhere in a row opens its link; a middle click opens it in a new tab. */
export const openingRow = {
  'data-opens': true,
  onClick: (event: MouseEvent<HTMLTableRowElement>) => passOn(event, event),
  onAuxClick: (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.button === 1) passOn(event, newTab)
  },
  // Otherwise the middle button starts to scroll the table.
  onMouseDown: (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.button === 1 && isOnRow(event)) event.preventDefault()
  },
} as const

function returnTo(body: HTMLElement, entry: string | undefined): void {
  const place = placeOf(entry)
  if (place === undefined) return
  const scroller = body.closest('[data-scrolls]')
  if (scroller) scroller.scrollTop = place.table_top
  window.scrollTo({ top: place.page_top, behavior: 'instant' })
  body.querySelector<HTMLElement>(`a[data-row="${place.row}"]`)?.focus({ preventScroll: true })
}

/** Ref of a list's rows: after Back, scrolls to where the list was left and focuses the row that was opened. */
export function useReturnToRow() {
  const router = useRouter({ warn: false })
  const body = useRef<HTMLTableSectionElement>(null)
  const entry = router?.state.location.state.__TSR_key
  const firstEntry = useRef(entry)
  useEffect(() => {
    if (body.current) returnTo(body.current, firstEntry.current)
  }, [])
  return body
}
