import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { balanceQuery } from '../treasury/api.ts'
import classes from './opening-notice.module.css'

/**
 * Explains what a missing opening balance does to the figures, and links to where an admin records it; nothing once the
 * books have it. A balance of more than ten minutes ago is asked for again; the answer arrives as an event.
 */
export function OpeningNotice() {
  const { data: balance } = useQuery(balanceQuery)
  const isAdmin = useUser().user_type === 'U0'
  if (balance?.verdict !== 'unopened') return null
  return (
    <div className={classes.notice}>
      <Notice tone="info">
        Falta registrar el saldo inicial: el dinero que la cuenta en STP ya tenía cuando empezaron los libros.
        Hasta entonces los saldos salen sin ese dinero y no se pueden comprobar con STP.{' '}
        {isAdmin ? (
          <AnchorLink to="/tesoreria/movimientos" className={classes.link ?? ''} underline="always">
            Registrar el saldo inicial
          </AnchorLink>
        ) : (
          <>
            Un administrador lo registra en{' '}
            <AnchorLink to="/tesoreria/movimientos" className={classes.link ?? ''} underline="always">
              Movimientos en STP
            </AnchorLink>
            .
          </>
        )}
      </Notice>
    </div>
  )
}
