import type { BrandDetail } from '@quincena/domain/brand/schema'
import { formatDateTime } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AdminOnly } from '../../components/admin-only.tsx'
import { Card } from '../../components/card.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { useUser } from '../../lib/session.ts'
import { brandQuery } from '../brand/api.ts'
import classes from '../brand/brand.module.css'
import { BrandFacts } from '../brand/brand-facts.tsx'
import { BrandStatus } from '../brand/brand-status.tsx'
import { PublishBrand } from '../brand/publish-brand.tsx'
import { sinceWhen } from '../brand/words.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { VersionDialog, VersionsCard } from './versions-card.tsx'

const route = getRouteApi('/staff/configuracion/marca')

function Actions({ brand }: { brand: BrandDetail }) {
  const { draft } = brand
  return (
    <div className={classes.actions}>
      <ButtonLink to="/configuracion/marca/borrador" variant="default">
        {draft === null ? 'Cambiar marca y datos' : 'Abrir el borrador'}
      </ButtonLink>
      {draft !== null && (
        <PublishBrand
          brand={brand}
          draft={draft}
          blocked={draft.summary === '' ? 'Escribe qué cambia antes de publicar.' : undefined}
        />
      )}
    </div>
  )
}

function Brand({ brand }: { brand: BrandDetail }) {
  const { draft, versions } = brand
  const { version } = route.useSearch()
  const navigate = route.useNavigate()
  const in_force = versions.find(({ state }) => state === 'in_force')
  return (
    <div className={classes.parts}>
      <BrandStatus brand={brand} />
      {draft !== null && (
        <p className={classes.second}>
          Hay un borrador, guardado por {draft.updated.name ?? 'la línea de comandos'} el{' '}
          {formatDateTime(draft.updated.at)}.
        </p>
      )}
      {in_force && (
        <Card title={`En vigor ${sinceWhen(in_force)}`} action={<Actions brand={brand} />}>
          <BrandFacts brand={in_force} />
        </Card>
      )}
      <VersionsCard versions={versions} />
      <VersionDialog
        versions={versions}
        version={version}
        onClose={() => void navigate({ search: { version: undefined } })}
      />
    </div>
  )
}

/** The lender's data and brand in force, its versions, and the way to the draft; for admins only. */
export function BrandDetailPage() {
  const isAdmin = useUser().user_type === 'U0'
  const query = useQuery({ ...brandQuery, enabled: isAdmin })
  return (
    <>
      <SettingsHeader detail="Nombre, logotipo, colores y datos de la financiera" />
      {!isAdmin && <AdminOnly />}
      {isAdmin && query.data === undefined && <LoadState query={query} title="No se pudo cargar la marca." />}
      {query.data && <Brand brand={query.data} />}
    </>
  )
}
