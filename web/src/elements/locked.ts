// The look and behaviour of a field that the user may read but not change.
import classes from './locked.module.css';

export function locked(isLocked: boolean, inputClass = '') {
  return { readOnly: isLocked, classNames: { input: isLocked ? `${inputClass} ${classes.readOnly}` : inputClass } };
}
