import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import { getRouteApi } from '@tanstack/react-router'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { LegalLink } from '../../../legal/legal-link.tsx'
import { RequestedScreen } from '../requested.tsx'

const route = getRouteApi('/app/worker/new-advance-request/$id')

export function AdvanceRequestedPage() {
  const { id } = route.useParams()
  return (
    <RequestedScreen id={id} type="advance">
      {({ folio, created_at, period, commission, total_debt, payment_deadline }) => (
        <>
          <Panel tone="jade">
            <p className={stack.lead}>
              Tu anticipo está aprobado. Falta tu firma: revisa el contrato y enviamos el dinero a tu cuenta.
            </p>
          </Panel>
          <Panel>
            <FactList>
              <Fact label="Folio">{folio}</Fact>
              <Fact label="Fecha de solicitud">
                {formatLongDate(businessDay(created_at), { withYear: true })}
              </Fact>
              <Fact label="Número de días">{period}</Fact>
              <Fact label="Comisión">{formatMoney(commission)}</Fact>
              <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>
              {payment_deadline !== null && (
                <Fact label="Fecha de pago">{formatLongDate(payment_deadline, { withYear: true })}</Fact>
              )}
            </FactList>
          </Panel>
          <div className={stack.note}>
            Consulta los <LegalLink document="advance_terms">términos del anticipo de nómina</LegalLink>.
          </div>
        </>
      )}
    </RequestedScreen>
  )
}
