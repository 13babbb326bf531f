import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import { getRouteApi } from '@tanstack/react-router'
import { Fact, FactList } from '../../../../components/phone/fact-list.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { LegalLink } from '../../../legal/legal-link.tsx'
import { RequestedScreen } from '../requested.tsx'

const analysing =
  'Recibimos tu solicitud y la estamos analizando. Te avisaremos en cuanto haya una respuesta; si se aprueba, lees tu contrato y decides.'
const approvedText =
  'Tu crédito está aprobado. Falta tu firma: revisa el contrato y enviamos el dinero a tu cuenta.'

const route = getRouteApi('/app/worker/new-credit-request/$id')

export function CreditRequestedPage() {
  const { id } = route.useParams()
  return (
    <RequestedScreen id={id} type="credit">
      {({ state, folio, created_at, period, monthly_payment, total_debt }) => (
        <>
          {state === 'requested' && (
            <Panel tone="quiet">
              <p className={stack.lead}>{analysing}</p>
            </Panel>
          )}
          {state === 'approved' && (
            <Panel tone="jade">
              <p className={stack.lead}>{approvedText}</p>
            </Panel>
          )}
          <Panel>
            <FactList>
              <Fact label="Folio">{folio}</Fact>
              <Fact label="Fecha de solicitud">
                {formatLongDate(businessDay(created_at), { withYear: true })}
              </Fact>
              <Fact label="Plazo">{period}</Fact>
              <Fact label="Pago mensual">{formatMoney(monthly_payment ?? 0)}</Fact>
              <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>
            </FactList>
          </Panel>
          <div className={stack.note}>
            Consulta los <LegalLink document="terms">términos y condiciones</LegalLink>.
          </div>
        </>
      )}
    </RequestedScreen>
  )
}
