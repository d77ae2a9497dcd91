// The words of analyses of vulnerabilities, the same for decisions of people and for rules.
import { analysisJustifications, analysisResponses, analysisStates } from '../../domain/vulnerabilities/suppression.ts';
import { vexEffects } from '../../domain/vulnerabilities/vex.ts';
import { Enumeration, Model, Type } from './schemas.ts';

export const AnalysisState = Enumeration('AnalysisState', analysisStates);
const AnalysisJustification = Enumeration('AnalysisJustification', analysisJustifications);
const AnalysisResponse = Enumeration('AnalysisResponse', analysisResponses);

/** What became of a decision of a source of VEX, or of a rule. */
export const DecisionEffect = Enumeration('DecisionEffect', vexEffects);

export const analysisWords = {
  state: AnalysisState('State of the analysis'),
  justification: Type.Optional(AnalysisJustification('Why the project is not affected')),
  response: Type.Optional(AnalysisResponse('Measures against the vulnerability')),
};

/** What a change of VEX has changed. */
export const VexSettled = Model('VexSourceChanged', {
  decided: Type.Integer({ description: 'Vulnerabilities of versions with a new or another decision' }),
  ended: Type.Integer({ description: 'Vulnerabilities of versions without a decision now' }),
});
