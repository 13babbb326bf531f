import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '../components/mark.tsx'
import { approvalSummaryQuery } from '../lib/approvals.ts'
import { useUser } from '../lib/session.ts'
import { payoutsQuery } from '../staff/transfer/api.ts'
import { SlimMark } from './slim-mark.tsx'
import classes from './staff-drawer.module.css'
import { type MenuEntry, menuFor } from './staff-menu.ts'

interface StaffDrawerProps {
  isNarrow: boolean
  isOpen: boolean
  toggle: () => void
  leave: () => void
  onSignOut: () => void
}

function Hint({ label, isSlim, children }: { label: string; isSlim: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!isSlim} openDelay={150}>
      {children}
    </Tooltip>
  )
}

/** Number of STP orders in review; nothing at zero. */
function ReviewCount() {
  const { data } = useQuery(payoutsQuery)
  if (data === undefined || data.in_review === 0) return null
  return (
    <span className={classes.count}>
      {data.in_review} <VisuallyHidden>por revisar</VisuallyHidden>
    </span>
  )
}

/** Number of approvals that wait for the user; nothing at zero. */
function ApprovalCount() {
  const { data } = useQuery(approvalSummaryQuery)
  if (data === undefined || data.waiting === 0) return null
  return (
    <span className={classes.count}>
      {data.waiting} <VisuallyHidden>por autorizar</VisuallyHidden>
    </span>
  )
}

interface EntryProps {
  entry: MenuEntry
  isSlim: boolean
  onChoose: () => void
}

/** A screen of the menu; it stays marked on its detail screens (`details`). */
function Entry({ entry, isSlim, onChoose }: EntryProps) {
  const { to, label, Icon } = entry
  const isDetail = useLocation({
    select: ({ pathname }) => 'details' in entry && pathname.startsWith(entry.details),
  })
  return (
    <Hint label={label} isSlim={isSlim}>
      <Link
        to={to}
        className={classes.entry}
        activeOptions={{ exact: to === '/' }}
        onClick={onChoose}
        {...(isDetail && { 'aria-current': 'location', 'data-detail': true })}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
        {to === '/stp' && <ReviewCount />}
        {to === '/autorizaciones' && <ApprovalCount />}
      </Link>
    </Hint>
  )
}

function useEscape(isActive: boolean, leave: () => void) {
  useEffect(() => {
    if (!isActive) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isActive, leave])
}

/** Scrolls a long menu so that the current screen's entry is visible. */
function showCurrent(nav: HTMLElement | null) {
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}

/** The staff app's menu: 250 px with labels, 72 px with tooltips, or above the screen below a width of 1024 px. */
export function StaffDrawer({ isNarrow, isOpen, toggle, leave, onSignOut }: StaffDrawerProps) {
  const isSlim = !isNarrow && !isOpen
  const { user_type } = useUser()
  useEscape(isNarrow && isOpen, leave)
  const toggleLabel = isOpen ? 'Contraer menú' : 'Expandir menú'
  const ToggleIcon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <>
      {isNarrow && isOpen && <div className={classes.veil} onClick={leave} aria-hidden />}
      <aside
        className={classes.drawer}
        data-slim={isSlim}
        data-over={isNarrow}
        data-open={isOpen}
        inert={isNarrow && !isOpen}
      >
        <div className={classes.head}>{isSlim ? <SlimMark /> : <Logo />}</div>
        <nav ref={showCurrent} className={classes.nav} aria-label="Principal">
          {menuFor(user_type).map(({ title, entries }) => (
            <div key={title}>
              <p className={classes.group}>{title}</p>
              {entries.map((entry) => (
                <Entry key={entry.to} entry={entry} isSlim={isSlim} onChoose={leave} />
              ))}
            </div>
          ))}
        </nav>
        <div className={classes.foot}>
          {!isNarrow && (
            <Hint label={toggleLabel} isSlim={isSlim}>
              <UnstyledButton className={classes.entry} onClick={toggle} aria-expanded={isOpen}>
                <ToggleIcon size={20} stroke={1.75} aria-hidden />
                <span className={classes.label}>{toggleLabel}</span>
              </UnstyledButton>
            </Hint>
          )}
          <Hint label="Cerrar sesión" isSlim={isSlim}>
            <UnstyledButton className={classes.entry} onClick={onSignOut}>
              <IconLogout size={20} stroke={1.75} aria-hidden />
              <span className={classes.label}>Cerrar sesión</span>
            </UnstyledButton>
          </Hint>
        </div>
      </aside>
    </>
  )
}
