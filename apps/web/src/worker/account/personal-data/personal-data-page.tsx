import { Button, Tabs } from '@mantine/core'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { User } from '@quincena/domain/users/schema'
import { getRouteApi } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { FormError } from '../../../components/form-error.tsx'
import { useLeaveGuard } from '../../../components/leave-guard.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { useUser } from '../../../lib/session.ts'
import { ContactFields, HomeFields } from './own-fields.tsx'
import { type DataTab, dataTabs } from './search.ts'
import { type OwnData, useOwnData } from './use-own-data.ts'

const route = getRouteApi('/app/worker/personal-data')

type Row = [label: string, value: ReactNode]

const personalRows = (user: User): Row[] => [
  ['Nombre', user.first_name],
  ['Apellidos', user.last_name],
  ['Fecha de nacimiento', user.birthday && formatLongDate(user.birthday, { withYear: true })],
  ['CURP', user.curp],
  ['RFC', user.rfc],
  ['INE', user.ine],
]

const workRows = (user: User): Row[] => [
  ['Empresa', user.company_name],
  ['Número de empleado', user.key],
  ['Puesto', user.position],
  ['Sueldo quincenal', user.biweekly_salary === null ? null : formatMoney(user.biweekly_salary)],
  ['Sueldo mensual', user.monthly_salary === null ? null : formatMoney(user.monthly_salary)],
]

/** Data that only the company can change, with a note to ask there. */
function CompanyData({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <>
      <Panel title={title} tone="quiet">
        <FactList>
          {rows.map(([label, value]) => (
            <Fact key={label} label={label}>
              {value || '—'}
            </Fact>
          ))}
        </FactList>
      </Panel>
      <p className={stack.note}>¿Algo no está bien? Pídelo a tu empresa: solo ella puede corregirlo.</p>
    </>
  )
}

function SaveButton({ own }: { own: OwnData }) {
  return (
    <>
      <FormError text={own.refusal} />
      <Button type="submit" size="lg" fullWidth loading={own.form.submitting} disabled={!own.isDirty}>
        Guardar cambios
      </Button>
    </>
  )
}

/** The worker's data in three tabs. The worker can change contact and address; only the company the rest. */
export function PersonalDataPage() {
  const user = useUser()
  const { tab = 'perfil' } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: DataTab) => void navigate({ search: { tab: next }, replace: true, ignoreBlocker: true })
  const own = useOwnData(user, show)
  const guard = useLeaveGuard(own.isDirty, () => undefined)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (own.isDirty) void own.submit()
  }
  return (
    <>
      <ScreenHeader title="Datos personales" backTo="/app/profile" />
      <form onSubmit={send} noValidate aria-label="Datos personales">
        <Tabs value={tab} onChange={(value) => show(dataTabs.find((name) => name === value) ?? 'perfil')}>
          <Tabs.List grow mb="md">
            <Tabs.Tab value="perfil" mih={48}>
              PERFIL
            </Tabs.Tab>
            <Tabs.Tab value="domicilio" mih={48}>
              DOMICILIO
            </Tabs.Tab>
            <Tabs.Tab value="laboral" mih={48}>
              LABORAL
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="perfil" className={stack.stack ?? ''}>
            <ContactFields own={own} />
            <SaveButton own={own} />
            <CompanyData title="Tu identidad" rows={personalRows(user)} />
          </Tabs.Panel>
          <Tabs.Panel value="domicilio" className={stack.stack ?? ''}>
            <HomeFields own={own} />
            <SaveButton own={own} />
          </Tabs.Panel>
          <Tabs.Panel value="laboral" className={stack.stack ?? ''}>
            <CompanyData title="Tu trabajo" rows={workRows(user)} />
          </Tabs.Panel>
        </Tabs>
      </form>
      {guard.question}
    </>
  )
}
