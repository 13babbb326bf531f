import { formatLongDate } from '@quincena/domain/format'
import type { LegalDocumentName } from '@quincena/domain/legal/consent'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/phone/loaded.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { legalQuery, legalVersionQuery } from './api.ts'
import classes from './legal-text.module.css'

interface LegalTextProps {
  document: LegalDocumentName
  /** Default: the version in force. */
  version?: string | undefined
}

/** Legal text with its version and effective date. */
export function LegalText({ document, version: wanted }: LegalTextProps) {
  const inForce = useQuery({ ...legalQuery(document), enabled: wanted === undefined })
  const former = useQuery({ ...legalVersionQuery(document, wanted ?? ''), enabled: wanted !== undefined })
  const query = wanted === undefined ? inForce : former
  return (
    <Loaded query={query} skeleton={<LinesSkeleton lines={12} />} errorTitle="No pudimos traer el texto">
      {({ version, effective_date, sections }) => (
        <article className={classes.text}>
          <p className={classes.version}>
            Versión {version}, vigente desde el {formatLongDate(effective_date, { withYear: true })}
          </p>
          {sections.map(({ heading, paragraphs }) => (
            <section key={heading}>
              <h2 className={classes.heading}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </article>
      )}
    </Loaded>
  )
}
