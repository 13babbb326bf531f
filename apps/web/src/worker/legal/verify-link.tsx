import { AnchorLink } from '../../components/links.tsx'
import classes from './legal-links.module.css'

/** Link to the public page that verifies contracts and letters, for the foot of the legal pages. */
export function VerifyLink() {
  return (
    <p className={classes.links}>
      <AnchorLink to="/verificar" className={classes.link}>
        Verificar un contrato o una constancia
      </AnchorLink>
    </p>
  )
}
