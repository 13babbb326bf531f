import { Button, Tabs } from '@mantine/core'
import type { Company } from '@quincena/domain/companies/schema'
import { formatDateTime, formatMoney, formatRate } from '@quincena/domain/format'
import { commissionStepsText } from '@quincena/domain/loans/advance-price'
import { DEFAULT_INTEREST_RATE } from '@quincena/domain/loans/limits'
import { pesos } from '@quincena/domain/money'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { ActivityTab } from '../activity/activity-tab.tsx'
import { companyQuery } from '../company/api.ts'
import classes from './company-dialog.module.css'

interface CompanyDialogProps {
  /** Id of the company; undefined while the dialog is closed. */
  id: number | undefined
  /** The company as listed, shown until the server answers. */
  listedCompany: Company | undefined
  onClose: () => void
  onEdit: (id: number) => void
}

function Website({ website }: { website: string }) {
  return (
    <a className={classes.link} href={website} target="_blank" rel="noreferrer">
      {website}
    </a>
  )
}

function taxText({ tax_rate, tax_added }: Pick<Company, 'tax_rate' | 'tax_added'>): string {
  return `${formatRate(tax_rate)}, ${tax_added ? 'se suma al precio' : 'contenido en el precio'}`
}

function formatGraceDays(bank_days: number): string {
  if (bank_days === 0) return 'Ninguno'
  return bank_days === 1 ? '1 día hábil' : `${bank_days} días hábiles`
}

function Facts({ company }: { company: Company }) {
  const { website, interest_rate, commission, advance_share, advance_cap, advance_minimum } = company
  const { tax_rate, tax_added, tax_exempt_reason, grace_bank_days } = company
  const { commission_steps, advance_cost_ceiling } = company
  return (
    <>
      <h3 className={classes.part}>Datos de la empresa</h3>
      <FieldGrid>
        <CopyField label="Clave" value={company.key} />
        <CopyField label="Nombre" value={company.name} />
        <CopyField label="Industria" value={company.industry} />
        <CopyField label="Correo electrónico" value={company.email}>
          <EmailText email={company.email} />
        </CopyField>
        <CopyField label="Teléfono" value={company.phone} />
        <CopyField label="Sitio web" value={website}>
          {website && <Website website={website} />}
        </CopyField>
        <CopyField label="Dirección" value={company.headquarters_address} />
      </FieldGrid>
      <h3 className={classes.part}>Créditos y anticipos</h3>
      <FieldGrid>
        <CopyField label="Tasa de interés" value={formatRate(interest_rate ?? DEFAULT_INTEREST_RATE)}>
          {interest_rate === null
            ? `${formatRate(DEFAULT_INTEREST_RATE)} (general)`
            : formatRate(interest_rate)}
        </CopyField>
        {commission_steps === null ? (
          <CopyField label="Comisión por anticipo" value={String(pesos(commission))}>
            {formatMoney(commission)}
          </CopyField>
        ) : (
          <Field label="Comisión por anticipo">
            {commission_steps.map((step) => (
              <div key={step.commission}>{commissionStepsText([step])}</div>
            ))}
          </Field>
        )}
        <Field label="Parte de la quincena">{formatRate(advance_share)}</Field>
        <Field label="Tope por anticipo">
          {advance_cap === null ? 'Sin tope' : formatMoney(advance_cap)}
        </Field>
        <Field label="Mínimo por anticipo">{formatMoney(advance_minimum)}</Field>
        <Field label="Costo máximo del anticipo">{formatRate(advance_cost_ceiling)} del monto</Field>
        <Field label="IVA">{tax_rate === 0 ? 'No se cobra' : taxText({ tax_rate, tax_added })}</Field>
        {tax_rate === 0 && (
          <Field label="Motivo de que no se cobre IVA">
            {tax_exempt_reason ?? 'Sin motivo registrado: escríbelo en «Editar».'}
          </Field>
        )}
        <Field label="Días de gracia">{formatGraceDays(grace_bank_days)}</Field>
        <Field label="Alta">{formatDateTime(company.created_at)}</Field>
      </FieldGrid>
    </>
  )
}

function Content({ id, listedCompany, onClose, onEdit }: CompanyDialogProps & { id: number }) {
  const query = useQuery({ ...companyQuery(id), placeholderData: () => listedCompany })
  const company = query.data
  usePageTitle(company?.name)
  if (company === undefined) return <LoadState query={query} title="Error al obtener las empresas" />
  return (
    <>
      <Tabs defaultValue="facts" keepMounted={false} classNames={{ panel: classes.panel ?? '' }}>
        <Tabs.List>
          <Tabs.Tab value="facts">Información</Tabs.Tab>
          <Tabs.Tab value="activity">Actividad</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts">
          <Facts company={company} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <ActivityTab record={{ kind: 'company', id: company.id }} />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
        <Button leftSection={smallIcon(IconPencil)} onClick={() => onEdit(company.id)}>
          Editar
        </Button>
      </div>
    </>
  )
}

/** Shows every field of a company, each with a copy button. */
export function CompanyDialog({ id, ...props }: CompanyDialogProps) {
  return (
    <Dialog
      opened={id !== undefined}
      onClose={props.onClose}
      title="Detalles de la empresa"
      size={720}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content key={id} id={id} {...props} />}
    </Dialog>
  )
}
