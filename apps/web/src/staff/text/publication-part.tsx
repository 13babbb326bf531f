import { Switch } from '@mantine/core'
import type { Approval } from '@quincena/domain/approvals/schema'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useUser } from '../../lib/session.ts'
import { textQuery, textsQuery } from './api.ts'
import classes from './publish-dialog.module.css'
import { ReplacedDiff } from './replaced-diff.tsx'
import { TextBody } from './text-body.tsx'
import { sinceText } from './words.ts'

function Text({ document }: { document: TextDocumentName }) {
  const [hasAll, setHasAll] = useState(false)
  const query = useQuery(textQuery(document))
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar el texto." />
  const { draft, versions, replaces } = query.data
  const replaced = versions.find(({ version }) => version === replaces)
  if (draft === null) return null
  if (replaced === undefined) return <TextBody document={document} content={draft.content} />
  return (
    <>
      <h3 className={classes.heading}>
        Cambios frente a la versión {replaced.version}, en vigor {sinceText(replaced.effective_date)}
      </h3>
      <div className={classes.all}>
        <Switch
          label="Mostrar el texto completo"
          checked={hasAll}
          onChange={(event) => setHasAll(event.currentTarget.checked)}
        />
        <AnchorLink
          to="/configuracion/textos/$document/borrador"
          params={{ document }}
          size="sm"
          underline="always"
        >
          Abrir el borrador
        </AnchorLink>
      </div>
      <ReplacedDiff document={document} version={replaced.version} draft={draft.content} hasAll={hasAll} />
    </>
  )
}

function Publication({ approval }: { approval: Approval }) {
  const query = useQuery(textsQuery)
  const row = query.data?.documents.find((one) => one.approval?.id === approval.id)
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar el texto." />
  return row === undefined ? null : <Text document={row.document} />
}

/** What a publication that waits for another admin changes. Only admins read texts that are not published. */
export function PublicationPart({ approval }: { approval: Approval }) {
  if (useUser().user_type !== 'U0') return null
  return (
    <section className={classes.changes} aria-label="Texto por publicar">
      <Publication approval={approval} />
    </section>
  )
}
