BREAKS=[]
class Broken:
    @staticmethod
    def make(rule, stream): return None
