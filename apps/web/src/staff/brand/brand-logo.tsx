import { logoSource } from '../../lib/brand.ts'
import classes from './brand.module.css'

/** A logo on a pale plate, as the dark scheme shows it. `name` is the product's name. */
export const BrandLogo = ({ sha256, name }: { sha256: string; name: string }) => (
  <img className={classes.logo} src={logoSource(sha256)} alt={`Logotipo de ${name}`} />
)
