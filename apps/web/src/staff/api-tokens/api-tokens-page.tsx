import { Button } from '@mantine/core'
import type { ApiToken } from '@quincena/domain/api-tokens/schema'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { apiTokensQuery, type CreatedToken, useRevokeToken } from './api.ts'
import classes from './api-tokens.module.css'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { CreatedTokenDialog } from './created-token-dialog.tsx'
import { apiTokenSearch } from './search.ts'
import { tokenColumns } from './token-columns.tsx'

const route = getRouteApi('/staff/configuracion/tokens')

type Task =
  | { kind: 'create' }
  | { kind: 'created'; created: CreatedToken }
  | { kind: 'revoke'; token: ApiToken }

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { mutateAsync } = useRevokeToken()
  return (
    <ConfirmDialog
      opened
      title="¿Revocar este token?"
      subject={`${token.name} · ${token.prefix}…`}
      text="El sistema que lo usa deja de entrar de inmediato. No se puede deshacer: para volver a dar acceso se crea otro."
      confirmLabel="Revocar token"
      tone="danger"
      onConfirm={async () => {
        await mutateAsync(token.id)
        toast.success('El token ya no funciona.')
      }}
      onClose={onClose}
    />
  )
}

function Dialogs({ task, onTask }: { task: Task | null; onTask: (task: Task | null) => void }) {
  const onClose = () => onTask(null)
  if (task === null) return null
  if (task.kind === 'revoke') return <RevokeDialog token={task.token} onClose={onClose} />
  if (task.kind === 'created') return <CreatedTokenDialog created={task.created} onClose={onClose} />
  return <CreateTokenDialog onCreated={(created) => onTask({ kind: 'created', created })} onClose={onClose} />
}

function Tokens() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListPage({ search, navigate, parse: apiTokenSearch, query: apiTokensQuery(search) })
  const [task, setTask] = useState<Task | null>(null)
  const add = (
    <Button leftSection={smallIcon(IconPlus)} onClick={() => setTask({ kind: 'create' })}>
      Crear token
    </Button>
  )
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.intro}>
          Un token deja que otro sistema, como el de nómina, use la API sin una persona. Nunca autoriza, firma
          ni envía dinero. Lo que hace queda en la auditoría a su nombre, y responde por él quien lo creó.
        </p>
        {list.count !== 0 && add}
      </div>
      <DataTable
        label="Tokens de API"
        columns={tokenColumns}
        {...list.table}
        errorTitle="No se pudieron cargar los tokens."
        actions={[
          {
            ...{ label: 'Revocar', tone: 'danger' },
            onSelect: (token) => setTask({ kind: 'revoke', token }),
            isHidden: ({ state }) => state === 'revoked' || state === 'expired',
          },
        ]}
        empty={
          <EmptyState
            title="Aún no hay tokens"
            text="Crea uno por cada sistema que se conecte, con solo lo que necesita."
            action={add}
          />
        }
      />
      <Dialogs task={task} onTask={setTask} />
    </>
  )
}

/** The tokens of programs that call the API; for admins only. */
export function ApiTokensPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Qué sistemas usan la API y qué pueden hacer" />
      {isAdmin ? <Tokens /> : <AdminOnly />}
    </>
  )
}
