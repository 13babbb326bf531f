import { formatLongDate } from '@quincena/domain/format'
import type { LegalDocumentName } from '@quincena/domain/legal/consent'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { legalVersionsQuery } from './api.ts'
import { LegalText } from './legal-text.tsx'
import classes from './legal-versions.module.css'

interface LegalVersionsProps {
  document: LegalDocumentName
  /** The version that is read; undefined: the one in force. */
  version: string | undefined
}

/** The other versions of a text with their dates; nothing while there is only one. */
function OtherVersions({ document, version }: LegalVersionsProps) {
  const { data } = useQuery(legalVersionsQuery(document))
  const others = (data?.versions ?? []).filter((one) =>
    version === undefined ? !one.is_in_force : one.version !== version,
  )
  if (others.length === 0) return null
  return (
    <nav className={classes.versions} aria-label="Otras versiones">
      <h2 className={classes.title}>Otras versiones</h2>
      <ul className={classes.list}>
        {others.map(({ version: other, effective_date, summary, is_in_force }) => (
          <li key={other}>
            <AnchorLink
              to="."
              search={is_in_force ? {} : { version: other }}
              className={classes.link}
              underline="always"
            >
              Versión {other}
            </AnchorLink>
            <span className={classes.detail}>
              {is_in_force ? 'Vigente, desde el ' : 'Desde el '}
              {formatLongDate(effective_date, { withYear: true })}
            </span>
            {summary !== '' && <span className={classes.detail}>{summary}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A legal text, the one in force or a former one, with links to its other versions. */
export function LegalVersions({ document, version }: LegalVersionsProps) {
  const { data } = useQuery(legalVersionsQuery(document))
  const isFormer =
    version !== undefined && data?.versions.some((one) => one.version === version && !one.is_in_force)
  return (
    <div className={classes.page}>
      {isFormer && (
        <Notice tone="info">
          <p className={classes.former}>Esta versión ya no está vigente.</p>
          <AnchorLink to="." search={{}} className={classes.link} underline="always">
            Leer la vigente
          </AnchorLink>
        </Notice>
      )}
      <LegalText document={document} version={version} />
      <OtherVersions document={document} version={version} />
    </div>
  )
}
