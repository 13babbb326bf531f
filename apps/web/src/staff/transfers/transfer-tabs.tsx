import { Tabs } from '@mantine/core'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import { bankName } from '@quincena/domain/mexico/banks'
import type { TransferDetail } from '@quincena/domain/transfers/detail'
import type { TransferOrder } from '@quincena/domain/transfers/schema'
import { purposeNames } from '@quincena/domain/transfers/words'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { useCurrentInView } from '../../components/use-current-in-view.ts'
import { ActivityTab } from '../activity/activity-tab.tsx'
import { OrderHistory } from './order-history.tsx'
import classes from './transfer-dialog.module.css'
import { accountTypeName, paymentTypeName } from './transfer-words.ts'

const none = '—'
const text = (value: string | number | null) => (value === null ? none : String(value))
const moment = (instant: string | null) => (instant === null ? none : formatDateTime(instant))

function General({ order }: { order: TransferOrder }) {
  return (
    <FieldGrid>
      <CopyField label="Clave de rastreo" value={order.tracking_key} />
      <Field label="Monto">{formatMoney(order.amount)}</Field>
      <Field label="Fecha de operación">{formatDate(order.operation_date)}</Field>
      <Field label="Concepto de pago">{order.payment_concept}</Field>
      <Field label="Tipo de pago">{paymentTypeName(order.payment_type)}</Field>
      {order.loan_folio === null ? (
        <>
          <Field label="Para qué">{purposeNames[order.purpose]}</Field>
          <Field label="Persona">{order.person}</Field>
        </>
      ) : (
        <Field label="Folio de la solicitud">{order.loan_folio}</Field>
      )}
      <Field label="Intento">{order.attempt}</Field>
      <Field label="Captura">{moment(order.ts_capture)}</Field>
      <Field label="Liquidación">{moment(order.ts_liquidation)}</Field>
    </FieldGrid>
  )
}

function Parties({ order }: { order: TransferOrder }) {
  return (
    <>
      <h3 className={classes.group}>Beneficiario</h3>
      <FieldGrid>
        <CopyField label="Nombre" value={order.beneficiary_name} />
        <CopyField label="RFC o CURP" value={order.rfc_curp_beneficiary} />
        <CopyField label="Cuenta" value={order.beneficiary_account} />
        <Field label="Tipo de cuenta">{accountTypeName(order.account_type_beneficiary)}</Field>
      </FieldGrid>
      <h3 className={classes.group}>Ordenante</h3>
      <FieldGrid>
        <CopyField label="Nombre" value={order.payer_name} />
        <CopyField label="RFC o CURP" value={order.rfc_curp_payer} />
        <CopyField label="Cuenta" value={order.paying_account} />
        <Field label="Tipo de cuenta">{accountTypeName(order.account_type_payer)}</Field>
      </FieldGrid>
    </>
  )
}

function Banking({ order }: { order: TransferOrder }) {
  return (
    <FieldGrid>
      <Field label="Institución operante">{bankName(String(order.operating_institution))}</Field>
      <Field label="Institución contraparte">{bankName(String(order.counterpart_institution))}</Field>
      <Field label="Referencia numérica">{order.numeric_reference}</Field>
      <CopyField label="Folio origen" value={order.folio_origin} />
      <CopyField label="Registro de la orden" value={order.register_order} />
      <CopyField label="Orden de pago" value={order.payment_order} />
      <Field label="Medio de entrega">{text(order.delivery_medium)}</Field>
      <Field label="Estado en STP">{text(order.stp_state)}</Field>
      <Field label="Latitud">{text(order.latitude)}</Field>
      <Field label="Longitud">{text(order.long)}</Field>
      <CopyField label="Firma" value={order.signature}>
        {order.signature?.slice(0, 24)}…
      </CopyField>
    </FieldGrid>
  )
}

/** Shows the data of an order in four tabs. */
export function TransferTabs({ order }: { order: TransferDetail }) {
  const row = useCurrentInView()
  return (
    <Tabs
      defaultValue={order.events.some(({ kind }) => kind === 'review') ? 'history' : 'general'}
      keepMounted={false}
      classNames={{ panel: classes.panel ?? '', list: classes.list ?? '', tab: classes.tab ?? '' }}
    >
      <Tabs.List ref={row}>
        <Tabs.Tab value="general">GENERALES</Tabs.Tab>
        <Tabs.Tab value="parties">BENEFICIARIO / ORDENANTE</Tabs.Tab>
        <Tabs.Tab value="banking">BANCARIOS</Tabs.Tab>
        <Tabs.Tab value="history">HISTORIA</Tabs.Tab>
        <Tabs.Tab value="activity">ACTIVIDAD</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="general">
        <General order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="parties">
        <Parties order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="banking">
        <Banking order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <OrderHistory order={order} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <ActivityTab record={{ kind: 'transfer', id: order.id }} />
      </Tabs.Panel>
    </Tabs>
  )
}
