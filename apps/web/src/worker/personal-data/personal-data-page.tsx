import { Tabs } from '@mantine/core'
import { formatLongDate } from '@quincena/domain/format'
import type { User } from '@quincena/domain/users/schema'
import type { ReactNode } from 'react'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { useUser } from '../../lib/session.ts'
import { Fact, FactList } from '../screen/fact-list.tsx'
import { Panel } from '../screen/panel.tsx'
import stack from '../screen/stack.module.css'

type Row = [label: string, value: ReactNode]

const personalRows = (user: User): Row[] => [
  ['Nombre', user.first_name],
  ['Apellidos', user.last_name],
  ['Fecha de nacimiento', user.birthday && formatLongDate(user.birthday, { withYear: true })],
  ['CURP', user.curp],
  ['RFC', user.rfc],
  ['INE', user.ine],
  ['Correo electrónico', user.email],
  ['Teléfono', user.phone],
]

const homeRows = (user: User): Row[] => [
  ['Calle y número', user.address],
  ['Colonia', user.neighborhood],
  ['Ciudad', user.city],
  ['Estado', user.state],
  ['Código postal', user.zip_code],
]

const workRows = (user: User): Row[] => [
  ['Empresa', user.company_name],
  ['Número de empleado', user.key],
  ['Puesto', user.position],
]

function Rows({ rows }: { rows: Row[] }) {
  return (
    <Panel>
      <FactList>
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value || '—'}
          </Fact>
        ))}
      </FactList>
    </Panel>
  )
}

/** What the company registered about the worker. */
export function PersonalDataPage() {
  const user = useUser()
  return (
    <>
      <ScreenHeader title="Datos personales" backTo="/app/profile" />
      <div className={stack.stack}>
        <Tabs defaultValue="perfil">
          <Tabs.List grow mb="md">
            <Tabs.Tab value="perfil">PERFIL</Tabs.Tab>
            <Tabs.Tab value="domicilio">DOMICILIO</Tabs.Tab>
            <Tabs.Tab value="laboral">LABORAL</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="perfil">
            <Rows rows={personalRows(user)} />
          </Tabs.Panel>
          <Tabs.Panel value="domicilio">
            <Rows rows={homeRows(user)} />
          </Tabs.Panel>
          <Tabs.Panel value="laboral">
            <Rows rows={workRows(user)} />
          </Tabs.Panel>
        </Tabs>
        <p className={stack.note}>¿Algo no está bien? Pide a tu empresa que lo corrija.</p>
      </div>
    </>
  )
}
