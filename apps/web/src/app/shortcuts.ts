import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { checkFocusedRow, focusRow } from '../components/row-link.tsx'
import { openDialog } from '../lib/open-dialog.ts'
import { listPageCommands } from '../lib/page-commands.ts'
import { stored } from '../lib/storage.ts'

/** Screens that `g` and a second key open, in the order of the menu. */
export const goKeys = {
  d: { to: '/', label: 'Dashboard' },
  o: { to: '/stp', label: 'Órdenes STP' },
  c: { to: '/creditos', label: 'Créditos' },
  a: { to: '/anticipos', label: 'Anticipos' },
  r: { to: '/cobranza', label: 'Cobranza' },
  b: { to: '/abonos', label: 'Abonos recibidos' },
  t: { to: '/tesoreria', label: 'Tesorería' },
  k: { to: '/conciliacion', label: 'Conciliación STP' },
  u: { to: '/usuarios', label: 'Usuarios' },
  e: { to: '/empresas', label: 'Empresas' },
} as const

const isGoKey = (key: string): key is keyof typeof goKeys => Object.hasOwn(goKeys, key)

/** How long `g` waits for its second key. */
const sequence_ms = 1500

/** Where a letter means something else: fields, menus and open dialogs. */
const takesLetters = `input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], ${openDialog}`

/** The menu above the screen of a narrow window. */
const openDrawer = 'aside[data-over=true][data-open=true]'

/** Single-key shortcuts can be turned off on each device (WCAG 2.1.4). */
export const areShortcutsOn = () => stored('shortcuts') !== 'off'

/** True for a key that is no text and no shortcut of the browser, while single keys are shortcuts. */
export function isShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !areShortcutsOn()) return false
  if (document.querySelector(`${openDialog}, ${openDrawer}`) !== null) return false
  return !(target instanceof Element && target.closest(takesLetters) !== null)
}

/** Focuses the search field of the screen; false if it has none. */
function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

interface ShortcutHandlers {
  /** Opens the search of everything. */
  onSearch: () => void
  /** Opens the list of shortcuts. */
  onHelp: () => void
}

const pageCommandOf = (key: string) => listPageCommands().find((command) => command.key === key)

/** Single-key shortcuts of the staff app: `/`, `j`, `k`, `?`, those of the screen, and `g` with a second key. */
export function useShortcuts({ onSearch, onHelp }: ShortcutHandlers): void {
  const navigate = useNavigate()
  const goUntil = useRef(0)
  const actions: Record<string, () => void> = {
    j: () => focusRow('next'),
    k: () => focusRow('previous'),
    x: checkFocusedRow,
    '?': onHelp,
    '/': () => focusSearchField() || onSearch(),
  }
  const run = useEffectEvent((key: string) => {
    const isSecondKey = performance.now() < goUntil.current
    goUntil.current = key === 'g' ? performance.now() + sequence_ms : 0
    if (isSecondKey && isGoKey(key)) void navigate({ to: goKeys[key].to })
    else if (!isSecondKey) (actions[key] ?? pageCommandOf(key)?.run)?.()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A key that is held down moves between rows and does nothing else again.
      if (!isShortcut(event) || (event.repeat && !'jk'.includes(event.key))) return
      // The key must not be typed into the field that gets the focus; Firefox would open its own search.
      if (event.key === '/' || event.key === '?') event.preventDefault()
      run(event.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
