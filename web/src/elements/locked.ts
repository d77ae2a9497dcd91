// How a field looks and behaves that this user may read and not change.
import classes from './locked.module.css';

export function locked(isLocked: boolean, inputClass = '') {
  return { readOnly: isLocked, classNames: { input: isLocked ? `${inputClass} ${classes.readOnly}` : inputClass } };
}
