import { Button } from '@mantine/core'
import { textDocuments } from '@quincena/domain/texts/documents'
import type { TextDetail } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { toast } from '../../components/toast.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { SettingsCrumb } from '../protected-setting/settings-header.tsx'
import { textQuery, useDeleteDraft } from '../text/api.ts'
import { useBase } from './base.ts'
import { DraftEditor } from './draft-editor.tsx'

/** Removes the draft after a question. */
function DeleteButton({ text: { document, draft, approval } }: { text: TextDetail }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync } = useDeleteDraft(document)
  if (draft === null || approval !== null) return null
  return (
    <>
      <Button variant="subtle" color="var(--q-error)" onClick={() => setIsAsking(true)}>
        Eliminar borrador
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="¿Eliminar el borrador?"
        text="Se pierde lo que está guardado en el borrador. Las versiones publicadas no cambian."
        confirmLabel="Eliminar borrador"
        tone="danger"
        onConfirm={async () => {
          await mutateAsync(draft.version)
          toast.success('Borrador eliminado.')
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

/** The editor, once the text from which the draft starts has loaded. */
function LoadedEditor({ text }: { text: TextDetail }) {
  const { query, base } = useBase(text)
  if (base === undefined) return <LoadState query={query} title="No se pudo cargar la versión." />
  return <DraftEditor text={text} base={base} />
}

const route = getRouteApi('/staff/configuracion/textos/$document/borrador')

/** Editor of a document's draft. */
export function TextDraftPage() {
  const { document } = route.useParams()
  const isAdmin = useUser().user_type === 'U0'
  const query = useQuery({ ...textQuery(document), enabled: isAdmin })
  const { name } = textDocuments[document]
  usePageTitle(`Borrador: ${name}`)
  const crumbs = [
    <HomeCrumb key="home" />,
    <SettingsCrumb key="settings" />,
    <AnchorLink key="list" to="/configuracion/textos" {...crumbLinkProps}>
      Textos
    </AnchorLink>,
    <AnchorLink key="text" to="/configuracion/textos/$document" params={{ document }} {...crumbLinkProps}>
      {name}
    </AnchorLink>,
    'Borrador',
  ]
  const text = query.data
  return (
    <>
      <PageHeader
        title={`Borrador: ${name}`}
        crumbs={crumbs}
        detail={text?.in_force ? `En vigor: versión ${text.in_force.version}` : ' '}
        actions={text && <DeleteButton text={text} />}
      />
      {!isAdmin && <AdminOnly />}
      {isAdmin && text === undefined && <LoadState query={query} title="No se pudo cargar el texto." />}
      {text && <LoadedEditor key={document} text={text} />}
    </>
  )
}
