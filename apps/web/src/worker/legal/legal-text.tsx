import { formatLongDate } from '@quincena/domain/format'
import type { LegalDocumentName } from '@quincena/domain/legal/schema'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { legalQuery } from './api.ts'
import classes from './legal-text.module.css'

/** A legal text in full, with its version and date. */
export function LegalText({ document }: { document: LegalDocumentName }) {
  const { data, error, refetch } = useQuery(legalQuery(document))
  if (error) return <ErrorState title="No pudimos traer el texto" error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={9} />
  return (
    <article className={classes.text}>
      <p className={classes.version}>
        Versión {data.version}, vigente desde el {formatLongDate(data.effective_date, { withYear: true })}
      </p>
      {data.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2 className={classes.heading}>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={classes.paragraph}>
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
