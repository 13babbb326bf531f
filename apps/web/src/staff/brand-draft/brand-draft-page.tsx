import { Button } from '@mantine/core'
import type { BrandDetail } from '@quincena/domain/brand/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { toast } from '../../components/toast.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { brandQuery, useDeleteBrandDraft } from '../brand/api.ts'
import { BrandStatus } from '../brand/brand-status.tsx'
import { SettingsCrumb } from '../protected-setting/settings-header.tsx'
import { BrandForm } from './brand-form.tsx'
import { firstValues } from './values.ts'

/** Removes the draft after a question. */
function DeleteButton({ brand: { draft, approval } }: { brand: BrandDetail }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync } = useDeleteBrandDraft()
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
          await mutateAsync()
          toast.success('Borrador eliminado.')
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

const title = 'Borrador: marca y datos'

function Editor({ brand }: { brand: BrandDetail }) {
  const [first] = useState(firstValues(brand))
  return first === undefined ? null : (
    <>
      <BrandStatus brand={brand} />
      <BrandForm brand={brand} first={first} />
    </>
  )
}

/** Editor of the brand's draft, with its preview. */
export function BrandDraftPage() {
  const isAdmin = useUser().user_type === 'U0'
  const query = useQuery({ ...brandQuery, enabled: isAdmin })
  usePageTitle(title)
  const crumbs = [
    <HomeCrumb key="home" />,
    <SettingsCrumb key="settings" />,
    <AnchorLink key="brand" to="/configuracion/marca" {...crumbLinkProps}>
      Marca y datos
    </AnchorLink>,
    'Borrador',
  ]
  const brand = query.data
  return (
    <>
      <PageHeader
        title={title}
        crumbs={crumbs}
        detail="Nada cambia hasta que se publica"
        actions={brand && <DeleteButton brand={brand} />}
      />
      {!isAdmin && <AdminOnly />}
      {isAdmin && brand === undefined && <LoadState query={query} title="No se pudo cargar la marca." />}
      {/* Another draft than the one that was deleted starts anew. */}
      {brand && <Editor key={brand.draft === null ? 'new' : 'draft'} brand={brand} />}
    </>
  )
}
