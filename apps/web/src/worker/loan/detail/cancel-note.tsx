import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { assistancesQuery } from '../../assistance/api.ts'

function Contact({ phone, email, hours }: { phone: string; email: string; hours: string }) {
  return (
    <>
      {phone !== '' && <a href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>{phone}</a>}
      {phone !== '' && email !== '' && ' o '}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
      {hours !== '' && ` (${hours})`}
    </>
  )
}

/** Says that a signed loan can be cancelled without cost while its money has not left, and whom to ask. */
export function CancelNote() {
  const { data } = useQuery(assistancesQuery)
  const une = data?.une
  const isKnown = une !== undefined && (une.phone !== '' || une.email !== '')
  return (
    <Panel title="¿Cambiaste de opinión?" tone="quiet">
      <p className={stack.note}>
        Mientras el dinero no salga puedes cancelar sin costo.{' '}
        {isKnown ? (
          <>
            Pídelo a la Unidad Especializada: <Contact {...une} />.
          </>
        ) : (
          'Pídelo a tu prestadora.'
        )}{' '}
        Cuando el dinero sale ya no se puede cancelar.
      </p>
    </Panel>
  )
}
