import { useQuery } from '@tanstack/react-query'
import { AdminOnly } from '../../components/admin-only.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { accessConfigQuery } from './api.ts'
import { SettingsForm } from './settings-form.tsx'

function Settings() {
  const { data, error, refetch } = useQuery(accessConfigQuery)
  if (data !== undefined) return <SettingsForm stored={data} />
  return (
    <Card>
      {error ? (
        <ErrorState title="No se pudo cargar la configuración." error={error} onRetry={refetch} />
      ) : (
        <LinesSkeleton lines={9} />
      )}
    </Card>
  )
}

/** Access configuration of the system; for admins only (spec: backoffice §3). */
export function SettingsPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Cómo se entra al sistema y qué se pide a las contraseñas" />
      {isAdmin ? <Settings /> : <AdminOnly />}
    </>
  )
}
