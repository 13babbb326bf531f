import type { ReactNode } from 'react'
import { AnchorLink } from './links.tsx'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** The way here: links, and at the end words without one. */
  crumbs?: readonly ReactNode[]
  /** Under the title: a count, a name, a state. */
  detail?: ReactNode
  /** At the right: what can be done next. */
  actions?: ReactNode
}

export const crumbLinkProps = { size: 'sm', c: 'dimmed', underline: 'hover' } as const

/** Head of an office screen: crumbs, title, detail and actions. */
export function PageHeader({ title, crumbs = [], detail, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {crumbs.length > 0 && (
        <nav aria-label="Ruta">
          <ol className={classes.crumbs}>
            {crumbs.map((crumb, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path's steps have no other identity
              <li key={index}>{crumb}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.what}>
          <h1 className={classes.title}>{title}</h1>
          {detail !== undefined && <div className={classes.detail}>{detail}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  )
}

/** The first crumb of every office screen. */
export function HomeCrumb() {
  return (
    <AnchorLink to="/" {...crumbLinkProps}>
      Dashboard
    </AnchorLink>
  )
}
