import type { ReactNode } from 'react'
import { AnchorLink } from './links.tsx'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** Breadcrumbs: links, then the current page as text. */
  crumbs?: readonly ReactNode[]
  /** Below the title: a count, a name, a status. */
  detail?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
}

export const crumbLinkProps = { size: 'sm', c: 'dimmed', underline: 'hover' } as const

/** Header of a staff screen: breadcrumbs, title, detail and actions. */
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

/** The first breadcrumb of every staff screen. */
export function HomeCrumb() {
  return (
    <AnchorLink to="/" {...crumbLinkProps}>
      Dashboard
    </AnchorLink>
  )
}
