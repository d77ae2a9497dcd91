// Which files have this format.
const THEME_FILE = /(^|\/)wp-content\/themes\/[^/]+\/style\.css$/;
const PLUGIN_FILE = /(^|\/)wp-content\/(mu-)?plugins\/([^/]+\/)?[^/]+\.php$|(^|\/)([^/]+)\/\5\.php$/;
const README = /(^|\/)wp-content\/((mu-)?plugins|themes)\/[^/]+\/readme\.txt$/i;
const CORE = /(^|\/)wp-includes\/version\.php$/;

export function wordpressHeaderWants(path: string): boolean {
  return PLUGIN_FILE.test(path) || THEME_FILE.test(path) || README.test(path) || CORE.test(path);
}
