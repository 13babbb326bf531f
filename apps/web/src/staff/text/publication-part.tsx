import { Switch } from '@mantine/core'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { diffTexts } from '@quincena/domain/texts/diff'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { useUser } from '../../lib/session.ts'
import { textQuery, textsQuery } from './api.ts'
import classes from './publish-dialog.module.css'
import { TextBody } from './text-body.tsx'

function Text({ document }: { document: TextDocumentName }) {
  const [hasAll, setHasAll] = useState(false)
  const query = useQuery(textQuery(document))
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar el texto." />
  const { content, draft, in_force } = query.data
  if (draft === null) return null
  if (content === null || in_force === null) return <TextBody document={document} content={draft.content} />
  return (
    <>
      <h3 className={classes.heading}>Cambios frente a la versión {in_force.version}, en vigor</h3>
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
      <TextDiff diff={diffTexts(content, draft.content)} hasAll={hasAll} />
    </>
  )
}

function Publication({ approval: id }: { approval: number }) {
  const query = useQuery(textsQuery)
  const row = query.data?.documents.find(({ approval }) => approval?.id === id)
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar el texto." />
  return row === undefined ? null : <Text document={row.document} />
}

/** What a publication that waits for another admin changes. Only admins read texts that are not published. */
export function PublicationPart({ approval }: { approval: number }) {
  if (useUser().user_type !== 'U0') return null
  return (
    <section className={classes.changes} aria-label="Texto por publicar">
      <Publication approval={approval} />
    </section>
  )
}
