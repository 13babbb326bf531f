import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { documentHelp } from '../document-help.ts'
import classes from './card-help.module.css'

/** Says on demand what a document is, where to get it and why it is asked for. */
export function CardHelp({ kind }: { kind: DocumentKind }) {
  const { what, where, why, site } = documentHelp[kind]
  return (
    <details className={classes.help}>
      <summary className={classes.summary} aria-label={`Qué es y dónde lo consigo: ${documentLabel(kind)}`}>
        Qué es y dónde lo consigo
        <IconChevronDown size={20} stroke={1.75} className={classes.chevron} aria-hidden />
      </summary>
      <dl className={classes.facts}>
        <dt>Qué es</dt>
        <dd>{what}</dd>
        <dt>Dónde se consigue</dt>
        <dd>{where}</dd>
        <dt>Para qué lo pedimos</dt>
        <dd>{why}</dd>
      </dl>
      {site && (
        <a className={classes.site} href={site.href} target="_blank" rel="noopener noreferrer">
          Ir a {site.name}
          <IconExternalLink size={20} stroke={1.75} aria-hidden />
        </a>
      )}
    </details>
  )
}
